import assert from 'node:assert/strict'
import { newId } from '../../domain/ids.ts'
import type { Rendition } from '../../domain/message.ts'
import { HOUR, mail, type OpenStore, put, scenario, T0 } from './scene.ts'
import { rulesAt, sweepAll } from './sweep-steps.ts'

const A = 'a@mayfly.test'

export function renditions(open: OpenStore): void {
  scenario(open, 'there is none until one is saved', async (store) => {
    const inboxId = (await put(store, mail(A)))[0]?.inboxId ?? ''
    assert.deepEqual(await store.renditions(inboxId, [1, 2]), [null, null])
    assert.deepEqual(await store.renditions(inboxId, []), [])
    assert.deepEqual(await store.renditions(newId('ibx'), [1]), [null])
  })

  scenario(open, 'it comes back as it was saved', async (store) => {
    const inboxId = (await put(store, mail(A)))[0]?.inboxId ?? ''
    const saved = rendition('Zoë 🦋 \u0000 確認')
    await store.saveRendition(inboxId, 1, saved)
    assert.deepEqual(await store.renditions(inboxId, [1]), [saved])
    const again = rendition('the parser was mended')
    await store.saveRendition(inboxId, 1, again)
    assert.deepEqual(await store.renditions(inboxId, [1]), [again])
    assert.equal((await store.texts(inboxId, [1]))[0]?.text, again.text)
  })

  scenario(open, 'its texts can be had alone, in the order in which they are asked for', async (store) => {
    await store.append([mail(A), mail(A)])
    const inboxId = (await store.inboxByAddress(A))?.id ?? ''
    assert.deepEqual(await store.texts(inboxId, [1]), [null])
    await store.saveRendition(inboxId, 2, { ...rendition('Zoë 🦋'), html_text: 'Zoë, as HTML' })
    const text = { text: 'Zoë 🦋', html: '<p>Zoë 🦋</p>', html_text: 'Zoë, as HTML' }
    assert.deepEqual(await store.texts(inboxId, [2, 1, 9, 2]), [text, null, null, text])
    assert.deepEqual(await store.texts(inboxId, []), [])
    assert.deepEqual(await store.texts(newId('ibx'), [2]), [null])
  })

  scenario(open, 'a large one comes back whole', async (store) => {
    const inboxId = (await put(store, mail(A)))[0]?.inboxId ?? ''
    const saved = { ...rendition('é'.repeat(500_000)), html: 'x'.repeat(1024 ** 2) }
    await store.saveRendition(inboxId, 1, saved)
    assert.deepEqual(await store.renditions(inboxId, [1]), [saved])
  })

  scenario(open, 'they come in the order in which they are asked for', async (store) => {
    await store.append([mail(A), mail(A), mail(A)])
    const inboxId = (await store.inboxByAddress(A))?.id ?? ''
    for (const seq of [1, 3]) await store.saveRendition(inboxId, seq, rendition(`number ${seq}`))
    const texts = (await store.renditions(inboxId, [3, 9, 1, 2, 3])).map((found) => found?.text ?? null)
    assert.deepEqual(texts, ['number 3', null, 'number 1', null, 'number 3'])
  })

  scenario(open, 'saving one for a message that is gone does nothing', async (store) => {
    const inboxId = (await put(store, mail(A)))[0]?.inboxId ?? ''
    await store.saveRendition(inboxId, 2, rendition('never there'))
    await store.saveRendition(newId('ibx'), 1, rendition('never there'))
    await put(store, mail(A, { at: T0 + 2 * HOUR }))
    await sweepAll(store, rulesAt(T0 + 2 * HOUR))
    await store.saveRendition(inboxId, 1, rendition('gone'))
    assert.deepEqual(await store.renditions(inboxId, [1, 2]), [null, null])
    assert.deepEqual(await store.texts(inboxId, [1, 2]), [null, null])
  })

  scenario(open, 'one goes with its message', async (store) => {
    const inboxId = (await put(store, mail(A)))[0]?.inboxId ?? ''
    await store.saveRendition(inboxId, 1, rendition('soon gone'))
    await put(store, mail(A, { at: T0 + 2 * HOUR }))
    await sweepAll(store, rulesAt(T0 + 2 * HOUR))
    assert.deepEqual(await store.renditions(inboxId, [1, 2]), [null, null])
  })
}

export function rendition(text: string): Rendition {
  return {
    text,
    html: `<p>${text}</p>`,
    html_text: '',
    attachments: [
      {
        index: 0,
        filename: 'año.pdf',
        content_type: 'application/pdf',
        size_bytes: 12,
        content_id: null,
        inline: false,
      },
      { index: 1, filename: '', content_type: 'image/png', size_bytes: 0, content_id: 'a@b', inline: true },
    ],
    headers: [
      { name: 'Subject', value: text },
      { name: 'X-Empty', value: '' },
    ],
    cc: ['c@d.test'],
    reply_to: [],
    message_id_header: '<1@d.test>',
    in_reply_to: null,
    codes: [{ value: '123456', confidence: 0.9, source: 'text' }],
    links: [{ href: 'https://a.test/?q=1', text: 'Ä link', kind: 'verify' }],
    encrypted: false,
    defects: [],
  }
}
