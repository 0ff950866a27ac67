import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder that is gone with its scope. */
export class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'mayfly-e2e-'))

  join(...names: string[]): string {
    return join(this.path, ...names)
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
