const moodOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'wait' : 'bad')

export function HttpStatus({ status }: { status: number }) {
  return (
    <span class="status" data-mood={moodOf(status)}>
      {status}
    </span>
  )
}
