import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { createKey } from '../api/settings.ts'
import { CodeBlock, CopyLine } from '../ui/code-block.tsx'
import { Submit } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { LANGUAGES, type Language, SNIPPETS } from './snippets.ts'

/** Stands in the lines until there is a key. */
export const PLACEHOLDER = 'YOUR_KEY'
const TABS = LANGUAGES.map((name) => ({ name, label: name }))

interface CodeStepProps {
  readonly address: string
  readonly apiKey: string | null
  readonly onKey: (key: string) => void
}

export function CodeStep({ address, apiKey: key, onKey }: CodeStepProps) {
  const { base_url: baseUrl } = useSession()
  const [language, setLanguage] = useState<Language>('curl')
  const make = async () => onKey((await createKey({ name: 'Start page', scope: 'full' })).key)
  const text = SNIPPETS[language]({ baseUrl, address, key: key ?? PLACEHOLDER })
  return (
    <>
      {key === null ? (
        <Form submit={make} className="mb-4 space-y-3">
          <p className="text-soft">
            A program shows who it is with a key. Make one, and it is put into the lines below.
          </p>
          <Submit>Make a key</Submit>
        </Form>
      ) : (
        <div className="mb-4">
          <p className="mb-2 text-soft">Your key, shown this once. It is in the lines below already.</p>
          <CopyLine text={key} what="the key" />
        </div>
      )}
      <Tabs label="Languages" tabs={TABS} current={language} choose={setLanguage}>
        <div className="pt-3">
          <CodeBlock text={text} what={`the ${language} lines`} />
        </div>
      </Tabs>
    </>
  )
}
