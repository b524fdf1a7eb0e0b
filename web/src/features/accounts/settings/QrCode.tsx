import { useEffect, useState } from 'react'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** Cells of quiet around the code, which scanners need (ISO/IEC 18004, 9.1). */
const QUIET = 4

/** A QR code, black on white in both themes. Its encoder is loaded when the first one is shown. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [rows, setRows] = useState<readonly boolean[][]>()
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const { encodeQR } = await import('qr')
      if (!isGone) setRows(encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' }))
    }
    void draw()
    return () => {
      isGone = true
    }
  }, [text])
  if (!rows) return <Skeleton width="11rem" height="11rem" className="rounded-2" />
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      className="size-44 shrink-0 rounded-2 border border-line bg-white"
      shapeRendering="crispEdges"
    >
      <path d={outline(rows)} fill="#000" />
    </svg>
  )
}

/** One square a dark cell. */
function outline(rows: readonly boolean[][]): string {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}
