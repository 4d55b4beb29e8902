import { describe, expect, test } from 'vitest'
import { withPaymentId } from '../../web/checkout/return-plan.ts'
import { toSafeTarget } from '../../web/input/safe-target.ts'

describe('the address back to the shop', () => {
  test.each([
    'https://shop.example/thanks?order=7#top',
    'HTTPS://shop.example',
    'https://shop.example:8443/',
    'http://localhost:3000/done',
    'http://127.0.0.1/done',
    'http://[::1]:8080/',
    'https://shop.example/?mail=a@b.example',
  ])('is followed to %s', (text) => {
    expect(toSafeTarget(text)?.href).toBe(new URL(text).href)
  })

  test.each([
    null,
    '',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://shop.example/1',
    'ftp://shop.example',
    '//shop.example/done',
    '/done',
    'done',
    '\\\\shop.example',
    'https:shop.example',
    'https:/shop.example',
    'https:\\\\shop.example',
    'https:///shop.example',
    'https://',
    'https://shop.example\\@evil.example',
    'https://shop.example/a b',
    'https://shop.example/\n',
    'https://shop.example/\u0000',
    'https://user:password@shop.example',
    'https://user@shop.example',
    'https://@shop.example',
    'https://:@shop.example',
    'http://shop.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1',
  ])('is not followed to %j', (text) => {
    expect(toSafeTarget(text)).toBeNull()
  })

  test('is not followed when it is too long', () => {
    expect(toSafeTarget(`https://shop.example/${'a'.repeat(2000)}`)).toBeNull()
  })

  test('names a host in other scripts by its punycode', () => {
    expect(toSafeTarget('https://shоp.example/')?.host).toBe('xn--shp-ted.example')
  })

  test('carries the payment id and no claim about its outcome', () => {
    const target = new URL('https://shop.example/done?order=7&payment-id=forged')
    expect(withPaymentId(target, 'abc')).toBe('https://shop.example/done?order=7&payment-id=abc')
  })
})
