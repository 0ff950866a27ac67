import type { Message } from '../api/types.ts'

export function HeadersTab({ headers }: { headers: Message['headers'] }) {
  return (
    <div className="pb-4">
      <table className="w-full text-left font-mono text-[13px]">
        <caption className="sr-only">Headers of the message, in their order</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {headers.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the order never changes
            <tr key={index} className="border-b border-line align-top">
              <th
                scope="row"
                className="py-1.5 pr-2 pl-4 font-medium whitespace-nowrap text-soft max-sm:whitespace-normal"
              >
                {name}
              </th>
              <td className="py-1.5 pr-4 wrap-anywhere">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
