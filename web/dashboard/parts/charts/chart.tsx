/** A chart that comes after the figures: its code is loaded once something is to be drawn. */
import type { ComponentProps } from 'preact'
import { lazy } from 'preact-iso'
import { Suspense } from 'preact/compat'

const LineChart = lazy(() => import('./line-chart.tsx'))

export const Chart = (props: ComponentProps<typeof LineChart>) => (
  <Suspense fallback={<div class="chart" />}>
    <LineChart {...props} />
  </Suspense>
)
