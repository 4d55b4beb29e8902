/** Sets the logo: a picture of any size, which is made small here before it is sent. */
import type { Profile } from '../../../api/dashboard.generated.ts'
import { useId, useState } from 'preact/hooks'
import { useSpeech } from '../../../parts/speech.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { fieldError } from '../../parts/forms.tsx'
import { useCommand } from '../../use-command.ts'
import { addressOfLogo } from './profile-view.ts'
import { toSmallPicture } from './small-picture.ts'

export function Logo({ logo }: Pick<Profile, 'logo'>) {
  const id = useId()
  const { announce } = useSpeech()
  const { state, send } = useCommand()
  const [unread, setUnread] = useState<string | null>(null)
  const take = async (file: File) => {
    setUnread(null)
    const image = await toSmallPicture(file)
    if (image === null) return setUnread(file.name)
    if (await send({ method: 'PUT', path: '/profile/logo', body: { image } })) announce('Saved')
  }
  const error =
    unread === null
      ? fieldError(state, 'image')
      : `This browser cannot read '${unread}' as a picture. Save it as a PNG, and choose that.`
  return (
    <div class="card logo-card">
      <div class="form-field">
        <label for={id}>Logo</label>
        {logo && (
          <img src={addressOfLogo(logo.file)} alt="" width={logo.width} height={logo.height} />
        )}
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? 'true' : undefined}
          onChange={({ currentTarget: field }) => {
            const [file] = field.files ?? []
            if (file) void take(file).finally(() => (field.value = ''))
          }}
        />
        <p id={`${id}-hint`} class={error ? 'field-error' : 'hint'} role="status">
          {error ??
            (state.step === 'sending'
              ? 'Saving…'
              : 'Any picture that this browser can show. It is made at most 256 × 256 pixels. Without one, the first letter of the name stands there.')}
        </p>
      </div>
      {logo && (
        <CommandButton
          label="Remove the logo"
          consequence={<p>The first letter of the name stands in its place.</p>}
          command={{ method: 'DELETE', path: '/profile/logo' }}
        />
      )}
    </div>
  )
}
