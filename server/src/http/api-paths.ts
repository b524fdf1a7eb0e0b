/** Paths of the API. Each route below them declares who may call it, is rate-limited, and must not be cached by proxies. */
export const API_PATHS = /^\/(api|authP|oauth|_content)\//
