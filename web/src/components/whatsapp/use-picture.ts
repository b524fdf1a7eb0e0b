import { useEffect, useState } from 'react'

/** A picture of this browser as an address that the page's policy lets it show; undefined while it is read. */
export function usePicture(file: File | undefined): string | undefined {
  const [read, setRead] = useState<{ file: File; url: string }>()
  useEffect(() => {
    if (file === undefined) return
    const reader = new FileReader()
    reader.onload = () => typeof reader.result === 'string' && setRead({ file, url: reader.result })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return read !== undefined && read.file === file ? read.url : undefined
}
