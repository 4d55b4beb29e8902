/**
 * Loaded before a process of the service (`node --import`): the wall clock of its machine is off by `?aheadMs=` of this
 * module's address, in milliseconds; negative: behind. What only measures spans, such as timers, is right, as on such a machine.
 */
const aheadMs = Number(new URL(import.meta.url).searchParams.get('aheadMs'))
const rightNow = Date.now
const wrongNow = () => rightNow() + aheadMs

globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length ? values : [wrongNow()], newTarget) as Date,
  apply: (target) => new target(wrongNow()).toString(),
})
Date.now = wrongNow
