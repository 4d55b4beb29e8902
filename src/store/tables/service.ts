/** The tables about the service itself and the requests that it has accepted. */
import { defineEntity, p } from '@mikro-orm/core'

const MasterKeySchema = defineEntity({
  name: 'MasterKey',
  tableName: 'master_key',
  properties: {
    /** There is one row: `service`. */
    place: p.text().primary(),
    /** A digest that names the key and does not give it away. */
    keyId: p.text(),
    since: p.datetime(),
  },
})
export class MasterKey extends MasterKeySchema.class {}
MasterKeySchema.setClass(MasterKey)

const UsedSignatureSchema = defineEntity({
  name: 'UsedSignature',
  tableName: 'used_signature',
  properties: {
    signatureHash: p.text().primary(),
    /** The first use came from here, as limits count addresses. */
    address: p.text(),
    /** What each use is known by, the first one first: its Idempotency-Key, or a word of its own. */
    uses: p.array(),
    usedAt: p.datetime().index(),
  },
})
export class UsedSignature extends UsedSignatureSchema.class {}
UsedSignatureSchema.setClass(UsedSignature)

const MachineVersionSchema = defineEntity({
  name: 'MachineVersion',
  tableName: 'machine_version',
  properties: {
    /** The kind of actor. */
    kind: p.text().primary(),
    /** Its stored actors have been brought to this version of their machine; none may be newer. */
    version: p.integer(),
  },
})
export class MachineVersion extends MachineVersionSchema.class {}
MachineVersionSchema.setClass(MachineVersion)

const EpochSchema = defineEntity({
  name: 'Epoch',
  tableName: 'epoch',
  properties: {
    /** 0, 1, 2 …: how often the database was restored or failed over before. */
    number: p.integer().primary().autoincrement(false),
    /** The server, timeline, database and table in which it began. */
    place: p.text(),
    beganAt: p.datetime(),
  },
})
export class Epoch extends EpochSchema.class {}
EpochSchema.setClass(Epoch)
