import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../../domain/domain-error.ts'
import { SignInBrake } from './sign-in-brake.ts'

class Street {
  now = 1_000_000_000_000
  readonly brake = new SignInBrake({ now: () => this.now })

  fail(times: number, email: string, address: string): void {
    for (let i = 0; i < times; i++) this.brake.failed(email, address)
  }

  /** Seconds to wait; 0 where there is nothing to wait for. */
  wait(email: string, address: string): number {
    try {
      this.brake.check(email, address)
      return 0
    } catch (error) {
      assert.ok(error instanceof DomainError && error.code === 'rate_limited')
      return error.retryAfter ?? 0
    }
  }
}

test('one person from one place waits after five failures, twice as long each time, up to a quarter of an hour', () => {
  const street = new Street()
  street.fail(4, 'ann', '192.0.2.1')
  assert.equal(street.wait('ann', '192.0.2.1'), 0)
  const waits = Array.from({ length: 12 }, () => {
    street.fail(1, 'ann', '192.0.2.1')
    return street.wait('ann', '192.0.2.1')
  })
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  street.now += 900_000
  assert.equal(street.wait('ann', '192.0.2.1'), 0)
})

test('an attacker elsewhere does not keep the real user out', () => {
  const street = new Street()
  street.fail(90, 'ann', '192.0.2.1')
  assert.ok(street.wait('ann', '192.0.2.1') > 0)
  assert.equal(street.wait('ann', '198.51.100.7'), 0)
})

test('a crowd of places is slowed for one person, but not where that person has signed in before', () => {
  const street = new Street()
  street.brake.succeeded('ann', '198.51.100.7')
  for (let i = 0; i < 130; i++) street.fail(1, 'ann', `10.0.${i}.1`)
  assert.equal(street.wait('ann', '203.0.113.9'), 30)
  assert.equal(street.wait('ann', '198.51.100.7'), 0)
  assert.equal(street.wait('bob', '203.0.113.9'), 0)
})

test('one place that tries many names waits for all of them, and a success there does not wash it clean', () => {
  const street = new Street()
  for (let i = 0; i < 25; i++) street.fail(1, `user${i}`, '192.0.2.1')
  street.brake.succeeded('eve', '192.0.2.1')
  assert.equal(street.wait('fresh', '192.0.2.1'), 32)
})

test('a network of IPv6 is one place', () => {
  const street = new Street()
  for (let i = 0; i < 10; i++) street.fail(1, 'ann', `2001:db8:1:2::${i}`)
  assert.ok(street.wait('ann', '2001:db8:1:2:ffff:ffff:ffff:ffff') > 0)
  assert.equal(street.wait('ann', '2001:db8:1:3::1'), 0)
})

test('the right password forgets what failed before it', () => {
  const street = new Street()
  street.fail(6, 'ann', '192.0.2.1')
  street.brake.succeeded('ann', '192.0.2.1')
  assert.equal(street.wait('ann', '192.0.2.1'), 0)
})
