import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../src/webhooks/public-address.ts'

const refused: [what: string, address: string][] = [
  ['this network', '0.0.0.0'],
  ['this network', '0.255.255.255'],
  ['private', '10.0.0.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['the metadata of Alibaba Cloud', '100.100.100.200'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['the host of Azure', '168.63.129.16'],
  ['link-local', '169.254.0.1'],
  ['the metadata of AWS, Google Cloud and Azure', '169.254.169.254'],
  ['the metadata of AWS containers', '169.254.170.2'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['the metadata of Oracle Cloud', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['6to4 relays', '192.88.99.1'],
  ['private', '192.168.1.1'],
  ['benchmarks', '198.18.0.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped private, in hexadecimal', '::ffff:a00:1'],
  ['mapped public', '::ffff:8.8.8.8'],
  ['compatible loopback', '::127.0.0.1'],
  ['translated loopback', '64:ff9b::7f00:1'],
  ['locally translated', '64:ff9b:1::1'],
  ['discard', '100::1'],
  ['Teredo', '2001:0:7f00:1::'],
  ['ORCHID', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['6to4 of a private address', '2002:a00:1::1'],
  ['documentation', '3fff::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456:789a::1'],
  ['the metadata of AWS', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
]

const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
]

describe('addresses that webhooks may go to', () => {
  test.each(refused)('%s is not public: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(allowed)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each(['', 'localhost', '127.1', '0x7f000001', 'example.com'])(
    'a text that is no address is not public: %j',
    (text) => {
      expect(isPublicAddress(text)).toBe(false)
    },
  )
})
