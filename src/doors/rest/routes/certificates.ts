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
  revoke: ({ params, actor }, { charging }) => charging.certificates.revoke(params.serialNumber, actor),
});
