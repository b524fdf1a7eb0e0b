import { Download } from 'lucide-react'
import { useState } from 'react'
import type { AnyEndpoint, Input } from '../../api/client.ts'
import { Button, type ButtonProps } from '../../ui/controls/Button.tsx'
import { saveDownload } from '../lists/save-download.ts'

interface DownloadButtonProps<E extends AnyEndpoint> extends Pick<
  ButtonProps,
  'children' | 'size' | 'variant' | 'disabled'
> {
  endpoint: E
  input: Input<E>
  /** File name to use if the server sends none. */
  name?: string
}

/** Downloads a file from the server; an error is shown as a toast. */
export function DownloadButton<E extends AnyEndpoint>({ endpoint, input, name, ...button }: DownloadButtonProps<E>) {
  const [isLoading, setLoading] = useState(false)
  const save = () => {
    setLoading(true)
    void saveDownload(endpoint, input, name).finally(() => setLoading(false))
  }
  return <Button {...button} icon={Download} loading={isLoading} onClick={save} />
}
