import type { AdminSent } from '../../../domain/admin/contracts.ts'
import { TextField } from '../../ui/text-field.tsx'
import { SelectField } from '../ui/fields.tsx'
import type { Backups } from './backups.ts'

export type PlaceTexts = Backups['place'] & { secret: string }

/** What the form sends of it. */
export function placeOf(place: PlaceTexts): NonNullable<AdminSent<'writeBackupPlan'>['place']> {
  const { kind, folder, endpoint, bucket, prefix, region, keyId, secret } = place
  return kind === 'folder'
    ? { kind, folder }
    : { kind, endpoint, bucket, folder: prefix, region, keyId, secret }
}

type PlaceFieldsProps = {
  place: PlaceTexts
  errors: Record<string, string | undefined>
  onChange: (place: PlaceTexts) => void
}

const hints = {
  endpoint: 'Your storage service’s S3 address, such as https://s3.eu-central-1.amazonaws.com.',
  region: 'As your service names it. Leave it empty if it has none.',
  prefix: 'Optional: where in the bucket they go.',
}

/** Where backups go: a folder of the server, or a bucket. */
export function PlaceFields({ place, errors, onChange }: PlaceFieldsProps) {
  const field = (
    name: keyof PlaceTexts,
    label: string,
    more: { hint?: string; placeholder?: string } = {},
  ) => (
    <TextField
      label={label}
      value={String(place[name])}
      onChange={(value) => onChange({ ...place, [name]: value })}
      error={errors[name === 'prefix' ? 'folder' : name]}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={500}
      {...more}
    />
  )
  return (
    <fieldset>
      <legend className="sr">Where</legend>
      <SelectField
        label="Where they go"
        value={place.kind}
        options={[
          ['s3', 'A bucket (Amazon S3 or any like it)'],
          ['folder', 'A folder on the server'],
        ]}
        onChange={(kind) => onChange({ ...place, kind })}
      />
      {place.kind === 'folder' ? (
        field('folder', 'Folder', {
          hint: 'Best on another disk or a network drive: a backup on the disk it saves is lost along with it.',
        })
      ) : (
        <>
          {field('endpoint', 'Address', { hint: hints.endpoint, placeholder: 'https://' })}
          <div className="adm-row">
            {field('bucket', 'Bucket')}
            {field('prefix', 'Folder', { hint: hints.prefix })}
            {field('region', 'Region', { hint: hints.region })}
          </div>
          <div className="adm-row">
            {field('keyId', 'Access key')}
            {field(
              'secret',
              'Secret key',
              place.hasSecret ? { placeholder: 'Stored. Leave it to keep it' } : {},
            )}
          </div>
        </>
      )}
    </fieldset>
  )
}
