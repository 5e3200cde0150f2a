/** Decorates a page that has nothing to show yet: the mark between two quieter ones, with bars that only begin and that are long. */
export const Illustration = () => (
  <svg class="illustration" viewBox="0 0 200 104" aria-hidden="true">
    <rect x="13" y="28" width="64" height="64" rx="16" />
    <rect x="123" y="28" width="64" height="64" rx="16" />
    <path d="M29 73v0m16 0v-6m110 6V50m16 23V43" />
    <rect class="mark-card" x="56" y="8" width="88" height="88" rx="22" />
    <path class="mark-bars" d="M78 70V52m22 18V38m22 32V28.5" />
  </svg>
)
