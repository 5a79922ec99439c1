import { useEffect, useState } from 'react'

/** A visitor who types is told once the strokes have come to a rest. */
const REST_MS = 800

/** Says the outcome of a search to assistive technology; not the one that the page came with, which it reads anyway. */
export function SearchStatus({ outcome = '' }: { outcome: string | undefined }) {
  const [first, setFirst] = useState(outcome)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (outcome === first) return
    const timer = setTimeout(() => {
      setSaid(outcome)
      // From now on the first outcome is one like any other.
      setFirst('\0')
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [outcome, first])
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  )
}
