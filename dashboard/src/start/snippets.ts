interface SnippetFacts {
  readonly baseUrl: string
  readonly address: string
  readonly key: string
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'Go', 'Rust'] as const
export type Language = (typeof LANGUAGES)[number]

/** Programs that work as printed: each waits for a mail and prints its subject and code. */
export const SNIPPETS: Readonly<Record<Language, (facts: SnippetFacts) => string>> = {
  curl: (facts) => `# All mail of the inbox, newest first
curl -s -H 'X-API-KEY: ${facts.key}' '${facts.baseUrl}/getMail?email=${encodeURIComponent(facts.address)}'

# Or hold the line until a mail with a code is there
curl -s -H 'X-API-KEY: ${facts.key}' '${waitUrl(facts)}'
`,
  TypeScript: (facts) => `// Node 22.18 or later: node mail.ts
const answer = await fetch('${waitUrl(facts)}', {
  headers: { 'X-API-KEY': '${facts.key}' },
})
const { status, messages } = await answer.json()
console.log(status, messages[0]?.subject, messages[0]?.codes[0]?.value)
`,
  Python: (facts) => `# Python 3, nothing to install: python3 mail.py
import json
import urllib.request

request = urllib.request.Request(
    "${waitUrl(facts)}",
    headers={"X-API-KEY": "${facts.key}"},
)
with urllib.request.urlopen(request) as answer:
    found = json.load(answer)
for message in found["messages"]:
    print(message["subject"], [code["value"] for code in message["codes"]])
`,
  Go: (facts) => `// go run mail.go
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
)

func main() {
	request, err := http.NewRequest("GET", "${waitUrl(facts)}", nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("X-API-KEY", "${facts.key}")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	var found struct {
		Messages []struct {
			Subject string
			Codes   []struct{ Value string }
		}
	}
	if err := json.NewDecoder(answer.Body).Decode(&found); err != nil {
		log.Fatal(err)
	}
	for _, message := range found.Messages {
		fmt.Println(message.Subject, message.Codes)
	}
}
`,
  Rust: (facts) => `// cargo add ureq --features json && cargo add serde_json
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let found: serde_json::Value = ureq::get("${waitUrl(facts)}")
        .header("X-API-KEY", "${facts.key}")
        .call()?
        .body_mut()
        .read_json()?;
    let message = &found["messages"][0];
    println!("{} {}", message["subject"], message["codes"][0]["value"]);
    Ok(())
}
`,
}

function waitUrl({ baseUrl, address }: SnippetFacts): string {
  return `${baseUrl}/v1/inboxes/${encodeURIComponent(address)}/wait?has=code&timeout=30`
}
