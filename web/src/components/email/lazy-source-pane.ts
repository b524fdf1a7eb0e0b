import { lazy } from 'react'

/** The editor of subject, preheader and HTML. It is large: loaded when writing begins. */
export const SourcePane = lazy(async () => ({ default: (await import('./SourcePane.tsx')).SourcePane }))
