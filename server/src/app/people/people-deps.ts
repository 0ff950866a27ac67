import type { Deps } from '../deps.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { SignInBrake } from './sign-in-brake.ts'

export interface PeopleDeps extends Deps {
  readonly passwords: PasswordHasher
  readonly brake: SignInBrake
}
