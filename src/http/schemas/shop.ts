/** How payers reach a shop, and know it by sight: in the views of its payments and of its customers' sessions. */
import { z } from 'zod'

export const ShopFields = {
  site: z.string().nullable().meta({ description: "The shop's own site" }),
  support: z
    .string()
    .nullable()
    .meta({ description: 'Whom payers ask: a mail address, or a page' }),
  logo: z
    .strictObject({
      file: z.string().meta({ description: 'Found beside each page, as `./logo/{file}`' }),
      width: z.int(),
      height: z.int(),
    })
    .nullable(),
}
export const ShopView = z.strictObject(ShopFields).meta({ id: 'Shop' })
