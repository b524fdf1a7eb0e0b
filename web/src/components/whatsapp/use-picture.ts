import { useEffect, useState } from 'react'

/**
 * The address of a picture chosen in this browser, in a form that the content security policy allows; undefined while
 * it is read.
 */
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
