import type { Command } from './command.ts'

interface Entry {
  readonly describes: string
  /** Loaded only when it is called for, so that a small command starts quickly. */
  readonly load: () => Promise<Command>
}

export const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    describes: 'Run the server (also without a command).',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  config: {
    describes: 'Show every setting, its default and what it does.',
    load: async () => (await import('./commands/config.ts')).config,
  },
  backup: {
    describes: 'Write a consistent copy of the data, also while the server runs.',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  'admin account create': {
    describes: 'Make an account with its owner and a first API key.',
    load: async () => (await import('./commands/admin-account-create.ts')).adminAccountCreate,
  },
  'admin account set-plan': {
    describes: 'Give an account another plan.',
    load: async () => (await import('./commands/admin-account-set-plan.ts')).adminAccountSetPlan,
  },
  'admin account list': {
    describes: 'List the accounts.',
    load: async () => (await import('./commands/admin-account-list.ts')).adminAccountList,
  },
  'admin key create': {
    describes: 'Make an API key for an account.',
    load: async () => (await import('./commands/admin-key-create.ts')).adminKeyCreate,
  },
  'admin key revoke': {
    describes: 'Revoke an API key.',
    load: async () => (await import('./commands/admin-key-revoke.ts')).adminKeyRevoke,
  },
  'admin user list': {
    describes: 'List the users of all accounts.',
    load: async () => (await import('./commands/admin-user-list.ts')).adminUserList,
  },
  'admin user reset': {
    describes: 'Make a link with which a user chooses a new password.',
    load: async () => (await import('./commands/admin-user-reset.ts')).adminUserReset,
  },
}
