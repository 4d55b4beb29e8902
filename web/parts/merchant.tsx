/** To whom a page belongs: the shop's logo where it has one, else the first letter of its name. */
import type { Shop } from './shop.ts'

export function Merchant({ name, shop: { logo } }: { name: string; shop: Shop }) {
  return (
    <p class="merchant" translate={false}>
      {logo ? (
        <img src={`./logo/${logo.file}`} alt="" width={logo.width} height={logo.height} />
      ) : (
        <span class="monogram" aria-hidden="true">
          {Array.from(name)[0]?.toUpperCase()}
        </span>
      )}
      {name}
    </p>
  )
}
