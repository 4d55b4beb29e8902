/** Small pictures beside words. They add nothing to the words, so screen readers skip them. */
import type { ComponentChildren } from 'preact'

const Icon = ({ children }: { children: ComponentChildren }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    {children}
  </svg>
)

export const CheckIcon = () => (
  <Icon>
    <path d="M4.5 10.5l3.6 3.6 7.4-8" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon>
    <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
    <path d="M13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7" />
  </Icon>
)

export const ClockIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4.2l2.8 1.8" />
  </Icon>
)

export const WalletIcon = () => (
  <Icon>
    <rect x="2.5" y="5" width="15" height="11" rx="2.5" />
    <path d="M13 10.5h1.2M2.5 8.2h15" />
  </Icon>
)

export const AlertIcon = () => (
  <Icon>
    <path d="M10 3.2l7.4 13H2.6z" />
    <path d="M10 8.2v3.6M10 14v.1" />
  </Icon>
)

export const ExternalIcon = () => (
  <Icon>
    <path d="M8 5H5.5A1.5 1.5 0 0 0 4 6.5v8A1.5 1.5 0 0 0 5.5 16h8a1.5 1.5 0 0 0 1.5-1.5V12M11.5 4H16v4.5M16 4l-7 7" />
  </Icon>
)

export const PrintIcon = () => (
  <Icon>
    <path d="M6 7.5V3.5h8v4M6 14H4.5A1.5 1.5 0 0 1 3 12.5V9a1.5 1.5 0 0 1 1.5-1.5h11A1.5 1.5 0 0 1 17 9v3.5a1.5 1.5 0 0 1-1.5 1.5H14" />
    <rect x="6" y="11.5" width="8" height="5" rx="1" />
  </Icon>
)

export const CrossIcon = () => (
  <Icon>
    <path d="M5.5 5.5l9 9M14.5 5.5l-9 9" />
  </Icon>
)

/** Turns while the page waits for something. */
export const Spinner = () => <span class="spinner" aria-hidden="true" />
