/** Paths of the API: each route there says who may call it, is limited, and is kept by no cache on the way. */
export const API_PATHS = /^\/(api|authP|oauth|_content)\//
