/** The product's logo. Decorative, because the name is beside it. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 22 22" width="22" height="22" aria-hidden className="block shrink-0">
      <rect width="22" height="22" rx="6" fill="#443df6" />
      <path d="M6.6 14.2V10a4.4 4.4 0 0 1 8.8 0v4.2" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <circle cx="11" cy="15.4" r="1.5" fill="#fff" />
    </svg>
  )
}
