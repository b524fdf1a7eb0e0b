import { lazyView } from '../../ui/lazy-view.tsx'

/** The editor of subject, preheader and HTML. It is large, so it is loaded when it is first shown. */
export const SourcePane = lazyView(async () => (await import('./SourcePane.tsx')).SourcePane)
