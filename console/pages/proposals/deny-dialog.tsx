import { Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proposal } from '#contract/agents/proposal.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import { call } from '../../live/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

export function DenyDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [why, setWhy] = useState('');
  const deny = useMutation({
    mutationFn: () =>
      call(proposalApi.deny, { params: { id: proposal.id }, body: why.trim() === '' ? {} : { why: why.trim() } }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['proposals'] }),
  });
  return (
    <FormDialog
      title={t('proposals.denyTitle')}
      isOpen
      onClose={onClose}
      onSubmit={() => deny.mutate()}
      submit={t('proposals.denySubmit')}
      isSending={deny.isPending}
      problem={deny.error}
    >
      <Text size="sm" lang="en">
        {proposal.effect}
      </Text>
      <Textarea
        label={t('proposals.why')}
        description={t('proposals.whyHelp')}
        maxLength={300}
        autosize
        minRows={2}
        data-autofocus
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
    </FormDialog>
  );
}
