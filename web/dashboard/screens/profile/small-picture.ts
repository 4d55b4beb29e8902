/** Makes a picture small enough to be sent as a logo; the service decodes it and writes it anew all the same. */

/** The service takes no more of a picture. */
const bytesMax = 47 * 1024
/** It keeps no more of one, in each direction. */
const sideMax = 256
/** Larger files are no logos, and would fill the memory of a phone. */
const fileBytesMax = 30 * 1024 * 1024
/** A photo is no smaller as a PNG. */
const photoQuality = 0.9

/** Returns the picture in base64; null where this browser cannot read it. */
export async function toSmallPicture(file: File): Promise<string | null> {
  if (file.size > fileBytesMax) return null
  const address = await readAsAddress(file)
  if (/^image\/(png|jpeg|webp)$/.test(file.type) && file.size <= bytesMax) return bytesIn(address)
  const picture = new Image()
  picture.src = address
  try {
    await picture.decode()
    return draw(picture, file.type === 'image/svg+xml')
  } catch {
    return null
  }
}

function draw(picture: HTMLImageElement, isDrawing: boolean): string {
  // A drawing may say no size; it is sharp in any.
  const { naturalWidth: across, naturalHeight: down } = picture
  const scale = sideMax / Math.max(across, down, isDrawing ? 1 : sideMax)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(across * scale)) || sideMax
  canvas.height = Math.max(1, Math.round(down * scale)) || sideMax
  const pen = canvas.getContext('2d')!
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const png = bytesIn(canvas.toDataURL('image/png'))
  if ((png.length * 3) / 4 <= bytesMax) return png
  pen.globalCompositeOperation = 'destination-over'
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  return bytesIn(canvas.toDataURL('image/jpeg', photoQuality))
}

const bytesIn = (address: string): string => address.slice(address.indexOf(',') + 1)

const readAsAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not read')))
    reader.readAsDataURL(file)
  })
