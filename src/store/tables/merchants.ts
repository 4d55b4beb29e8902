/** Merchants, their keys, money addresses and endpoints: plain records. */
import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'
import { tokenRights } from '../../shared/secrets/token-rights.ts'

const MerchantSchema = defineEntity({
  name: 'Merchant',
  tableName: 'merchant',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    /** The merchant's own data key, wrapped by the master key. */
    wrappedKey: p.text(),
    /** Its keys and passwords are printed on consoles, so they count only where every chain is local. */
    isDemo: p.boolean().default(false),
    createdAt: p.datetime(),
  },
})
export class Merchant extends MerchantSchema.class {}
MerchantSchema.setClass(Merchant)

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  indexes: [{ properties: ['merchantId', 'network'] }],
  properties: {
    name: p.text().primary(),
    merchantId: p.text(),
    network: p.enum(networks),
    label: p.text(),
    /** AES-256-GCM under the merchant's data key. */
    sealedSecret: p.text(),
    createdAt: p.datetime(),
    /** Exact to the minute; null where it was never used. */
    lastUsedAt: p.datetime().nullable(),
  },
})
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey)

const MerchantAssetSchema = defineEntity({
  name: 'MerchantAsset',
  tableName: 'merchant_asset',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    code: p.text().primary(),
    isActive: p.boolean(),
  },
})
export class MerchantAsset extends MerchantAssetSchema.class {}
MerchantAssetSchema.setClass(MerchantAsset)

const ReceiverSchema = defineEntity({
  name: 'Receiver',
  tableName: 'receiver',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    blockchain: p.text().primary(),
    address: p.text(),
  },
})
export class Receiver extends ReceiverSchema.class {}
ReceiverSchema.setClass(Receiver)

const GasWalletSchema = defineEntity({
  name: 'GasWallet',
  tableName: 'gas_wallet',
  uniques: [{ properties: ['blockchain', 'address'] }],
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    blockchain: p.text().primary(),
    address: p.text(),
    /** AES-256-GCM under the merchant's data key. */
    sealedPrivateKey: p.text(),
    /** Wei, as last read from the chain; null before the first reading. */
    balance: p.decimal('string').precision(78).scale(0).nullable(),
    seenAt: p.datetime().nullable(),
  },
})
export class GasWallet extends GasWalletSchema.class {}
GasWalletSchema.setClass(GasWallet)

const CustomerTokenSchema = defineEntity({
  name: 'CustomerToken',
  tableName: 'customer_token',
  indexes: [
    { properties: ['merchantId', 'network', 'customerId'] },
    { properties: ['expiresAt'] },
    { properties: ['planId', 'expiresAt'] },
  ],
  properties: {
    tokenHash: p.text().primary(),
    merchantId: p.text(),
    network: p.enum(networks),
    customerId: p.text(),
    may: p.enum(tokenRights).default('manage'),
    /** The plan of the public page that has opened the session; null where the merchant has. */
    planId: p.text().nullable(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
})
export class CustomerToken extends CustomerTokenSchema.class {}
CustomerTokenSchema.setClass(CustomerToken)

const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  uniques: [{ properties: ['merchantId', 'network'] }],
  properties: {
    id: p.text().primary(),
    merchantId: p.text(),
    network: p.enum(networks),
    url: p.text(),
    updatedAt: p.datetime(),
  },
})
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint)

const ReturnHostSchema = defineEntity({
  name: 'ReturnHost',
  tableName: 'return_host',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    host: p.text().primary(),
  },
})
/** A host that the checkout page may lead payers back to; without any, it is any host. */
export class ReturnHost extends ReturnHostSchema.class {}
ReturnHostSchema.setClass(ReturnHost)

const MerchantProfileSchema = defineEntity({
  name: 'MerchantProfile',
  tableName: 'merchant_profile',
  indexes: [{ properties: ['logoHash'] }],
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    /** Null: the merchant's own. */
    name: p.text().nullable(),
    site: p.text().nullable(),
    /** A mail address, or that of a page. */
    support: p.text().nullable(),
    /** SHA-256 of the picture, by which it is asked for. */
    logoHash: p.text().nullable(),
    logoWidth: p.integer().nullable(),
    logoHeight: p.integer().nullable(),
    /** A PNG. */
    logo: p.blob().nullable().lazy(),
  },
})
/** What payers see of a merchant. */
export class MerchantProfile extends MerchantProfileSchema.class {}
MerchantProfileSchema.setClass(MerchantProfile)

const WithdrawalPeriodSchema = defineEntity({
  name: 'WithdrawalPeriod',
  tableName: 'withdrawal_period',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    days: p.integer(),
  },
})
/** For how many days payers may withdraw from new contracts; without a row, not at all. */
export class WithdrawalPeriod extends WithdrawalPeriodSchema.class {}
WithdrawalPeriodSchema.setClass(WithdrawalPeriod)

const PublicPageSchema = defineEntity({
  name: 'PublicPage',
  tableName: 'public_page',
  properties: {
    planId: p.text().primary(),
    merchantId: p.text(),
    network: p.enum(networks),
  },
})
/** A plan that anybody subscribes to by a page of its own. */
export class PublicPage extends PublicPageSchema.class {}
PublicPageSchema.setClass(PublicPage)

const FrameOriginSchema = defineEntity({
  name: 'FrameOrigin',
  tableName: 'frame_origin',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    origin: p.text().primary(),
  },
})
/** An origin whose pages may show the widget in a frame; without any, none may. */
export class FrameOrigin extends FrameOriginSchema.class {}
FrameOriginSchema.setClass(FrameOrigin)
