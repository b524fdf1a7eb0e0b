import { lazy } from 'react'

/** The editor of subject, preheader and HTML. It is large, so it is loaded when it is first shown. */
export const SourcePane = lazy(async () => ({ default: (await import('./SourcePane.tsx')).SourcePane }))
