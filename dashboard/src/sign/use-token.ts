import { useEffect, useState } from 'react'

/** A secret after the #: the browser keeps it to itself, and it goes from the address at once. */
export function useToken(): string {
  const [token] = useState(readToken)
  useEffect(() => {
    if (location.hash !== '') history.replaceState(null, '', `${location.pathname}${location.search}`)
  }, [])
  return token
}

function readToken(): string {
  const text = location.hash.slice(1)
  return new URLSearchParams(text).get('token') ?? text
}
