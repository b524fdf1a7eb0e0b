/** The router over the URL map (routes.tsx). */
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { lazyPart } from './app/loading/lazy-part.tsx'
import { localeRewrite } from './app/locale-switch.ts'
import { parseSearch, stringifySearch } from './components/navigation/search-params.ts'
import { currentLocale } from './locales/i18n.ts'
import { routeTree } from './routes.tsx'

const ERRORS_LATER_MS = 3000
const loadErrors = () => import('./app/layouts/RouteError.tsx')
const RouteError = lazyPart(loadErrors, 'RouteError')
const RouteNotFound = lazyPart(loadErrors, 'RouteNotFound')

/** The router in the present language, over the browser's history or another one. */
export function createAppRouter(history?: RouterHistory) {
  // What says that something failed must not itself wait for the network then; it comes once the first page is there.
  setTimeout(() => void loadErrors().catch(() => undefined), ERRORS_LATER_MS)
  return createRouter({
    routeTree,
    ...(history && { history }),
    rewrite: localeRewrite(currentLocale()),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: RouteNotFound,
    scrollRestoration: true,
    trailingSlash: 'never',
  })
}
