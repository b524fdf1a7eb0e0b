import type { ApiError } from '../../api/api-error.ts'
import { serverText } from '../../locales/server-text.ts'
import { Alert } from '../../ui/Alert.tsx'

/** What the server said of the form as a whole. A missing right is told by its dialog instead. */
export function FormFailure({ error }: { error: ApiError | undefined }) {
  if (!error || error.status === 403 || error.status === 401) return null
  return (
    <Alert tone="danger" live>
      {serverText(error.message)}
    </Alert>
  )
}
