import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { certificateApi } from '#contract/api/certificates.ts';
import type { AttentionItem } from '#contract/attention.ts';
import { authorityRole, signingPurpose } from '#contract/stations/certificates.ts';
import { call } from '../../api/call.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { useChange } from '../../parts/use-change.ts';

type Props = { item: Extract<AttentionItem, { kind: 'certificate' }> };

/** What a station uses itself it renews when it is asked; what it merely trusts is exchanged on its page. */
export function RenewCertificate({ item: { stationId, purpose, subject } }: Props) {
  const { t } = useTranslation();
  const role = authorityRole.safeParse(purpose);
  if (stationId === null) return role.success ? <RenewAuthority role={role.data} subject={subject} /> : null;
  if (signingPurpose.safeParse(purpose).success) return <RenewOfStation stationId={stationId} />;
  return (
    <ButtonLink
      variant="default"
      size="compact-sm"
      to="/equipment/$id"
      params={{ id: stationId }}
      search={{ tab: 'security' }}
    >
      {t('now.seeCertificates')}
    </ButtonLink>
  );
}

function RenewOfStation({ stationId }: { stationId: string }) {
  const { t } = useTranslation();
  const renew = useChange({
    send: () => call(certificateApi.startRenewals, { body: { stationIds: [stationId] } }),
    touches: ['attention', 'station-security'],
    said: () => t('now.renewAsked', { station: stationId }),
  });
  return (
    <span className="now-actions">
      {renew.error !== null && <span className="now-outcome tone-bad">{renew.error.message}</span>}
      <RowButton
        scope="certificates:renew"
        loading={renew.isPending}
        aria-label={t('now.renewFor', { subject: stationId })}
        onClick={() => renew.mutate()}
      >
        {t('now.renew')}
      </RowButton>
    </span>
  );
}

function RenewAuthority({ role, subject }: { role: (typeof authorityRole.options)[number]; subject: string }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const renew = useChange({
    send: () => call(certificateApi.renewAuthority, { params: { role } }),
    touches: ['attention'],
    said: () => t('now.renewed', { subject }),
    onDone: () => setIsAsking(false),
  });
  return (
    <>
      <RowButton
        scope="certificates:authorities"
        aria-label={t('now.renewFor', { subject })}
        onClick={() => setIsAsking(true)}
      >
        {t('now.renew')}
      </RowButton>
      {isAsking && (
        <FormDialog
          title={t('now.renewTitle', { subject })}
          explain={t('now.renewExplain')}
          submit={t('now.renew')}
          save={renew}
          isGrave
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
