import { certificateApi } from '#contract/api/certificates.ts';
import { serve } from '../route.ts';

export const certificateRoutes = serve(certificateApi, {
  list: ({ params }, { charging }) => charging.certificates.find(params.id),
  requests: ({ params }, { charging }) => charging.certificates.findRequests(params.id),
  authority: (_asked, { charging }) => charging.certificates.authority(),
  async downloadAuthority({ reply }, { charging }) {
    const { certificate } = await charging.certificates.authority();
    return reply
      .type('application/x-pem-file')
      .header('content-disposition', 'attachment; filename="sigec-ca.pem"')
      .send(certificate);
  },
  authorities: (_asked, { charging }) => charging.certificates.listAuthorities(),
  importAuthority: ({ params, body, actor }, { charging }) =>
    charging.certificates.importAuthority(params.role, body, actor),
  renewAuthority: ({ params, actor }, { charging }) => charging.certificates.renewAuthority(params.role, actor),
  revoke: ({ params, body, actor }, { charging }) =>
    charging.certificates.revoke({ serialNumber: params.serialNumber, reason: body.reason, actor }),
  expiring: async ({ query }, { charging }) => ({
    certificates: await charging.certificates.findExpiring(query.withinDays),
  }),
  renewals: (_asked, { charging }) => charging.certificates.findRenewals(),
  startRenewals: ({ body, actor }, { charging }) => charging.certificates.startRenewals(body, actor),
});
