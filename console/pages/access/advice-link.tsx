import { useTranslation } from 'react-i18next';
import type { RefusalReason } from '#contract/access/token.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { ButtonLink } from '../../parts/links.tsx';

/** Where the thing is changed that a refusal came from. */
const place = {
  'unknown-token': 'add',
  'other-type': 'token',
  blocked: 'token',
  'not-yet-valid': 'token',
  expired: 'token',
  'no-credit': 'token',
  'driver-blocked': 'driver',
  'group-blocked': 'group',
  'group-not-valid': 'group',
  'master-pass-begins-nothing': 'group',
  'certificate-invalid': null,
  'not-at-this-place': 'place',
  'not-admitted-here': 'site',
  'site-closed': 'site',
  'already-charging': 'session',
} as const satisfies Record<RefusalReason, string | null>;

type RefusalFacts = { reason: RefusalReason; tokenId: string | null; facts: Record<string, unknown> };

/** One button to what has to change; none where nothing here would help. `onAdd`: the card's number is at hand. */
export function AdviceLink({
  of: { reason, tokenId, facts },
  onAdd,
}: {
  of: RefusalFacts;
  onAdd?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const known = (name: string) => (typeof facts[name] === 'string' ? facts[name] : undefined);
  const look = { variant: 'light', size: 'compact-sm' } as const;
  const where = place[reason];
  const driverId = known('driverId');
  if (where === 'add' && onAdd !== undefined) {
    return (
      <ActionButton scope="tokens:change" {...look} onClick={onAdd}>
        {t('refusals.to.add')}
      </ActionButton>
    );
  }
  if (where === 'add') {
    return (
      <ButtonLink to="/access" search={{ tab: 'tokens', add: 'yes' }} {...look}>
        {t('refusals.to.add')}
      </ButtonLink>
    );
  }
  const groupId = known('groupId');
  if ((where === 'group' || (where === 'place' && facts['by'] === 'group')) && groupId !== undefined) {
    return (
      <ButtonLink to="/access" search={{ tab: 'groups', group: groupId }} {...look}>
        {t('refusals.to.group')}
      </ButtonLink>
    );
  }
  if ((where === 'driver' || where === 'place') && driverId !== undefined) {
    return (
      <ButtonLink to="/access/drivers/$id" params={{ id: driverId }} {...look}>
        {t('refusals.to.driver')}
      </ButtonLink>
    );
  }
  const siteId = known('siteId');
  if (where === 'site' && siteId !== undefined) {
    return (
      <ButtonLink to="/sites/$id" params={{ id: siteId }} {...look}>
        {t('refusals.to.site')}
      </ButtonLink>
    );
  }
  const sessionId = known('sessionId');
  if (where === 'session' && sessionId !== undefined) {
    return (
      <ButtonLink to="/sessions/$id" params={{ id: sessionId }} {...look}>
        {t('refusals.to.session')}
      </ButtonLink>
    );
  }
  if (tokenId === null || where === null) return null;
  return (
    <ButtonLink to="/access" search={{ tab: 'tokens', token: tokenId }} {...look}>
      {t('refusals.to.token')}
    </ButtonLink>
  );
}
