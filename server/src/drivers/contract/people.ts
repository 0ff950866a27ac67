import { describe } from 'node:test'
import { audits, operator } from './people-accounts.ts'
import { devices } from './people-devices.ts'
import { invites, members } from './people-members.ts'
import { secondFactor } from './people-second-factor.ts'
import { sessions } from './people-sessions.ts'
import type { OpenStore } from './scene.ts'

export function people(open: OpenStore): void {
  describe('sessions and links', () => sessions(open))
  describe('the second factor', () => secondFactor(open))
  describe('members', () => members(open))
  describe('invites', () => invites(open))
  describe('devices', () => devices(open))
  describe('the audit log', () => audits(open))
  describe('the operator', () => operator(open))
}
