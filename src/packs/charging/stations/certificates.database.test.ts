import { expect, test } from 'vitest';
import { openAgentRooms } from '../../../../test/support/agent-door.ts';
import { makeCsr } from '../../../../test/support/csr.ts';
import { bootPayload, connectRaw } from '../../../../test/support/raw-station.ts';
import { apply, approved, callTool } from '../../../../test/support/tool-calls.ts';
import { scripted } from '../../../../test/support/use-case.ts';

test('a certificate is found by an agent, and revoked once an administrator has approved', async () => {
  await using door = await openAgentRooms();
  await using station = scripted(await connectRaw(door.ocpp, 'CP-7', { protocols: ['ocpp2.0.1'] }));
  await station.call('BootNotification', bootPayload['2.0.1']);
  const csr = await makeCsr('CN=CP-7');
  await station.call('SignCertificate', { csr, certificateType: 'ChargingStationCertificate' });
  await station.answer('CertificateSigned', { status: 'Accepted' });
  const look = async () =>
    (await callTool(door, 'list_certificates', { charge_point_id: 'CP-7' })).data['certificates'] as {
      serial_number: string;
      revoked_at?: string;
    }[];
  const [found] = await look();
  expect(found).toMatchObject({ kind: 'issued', purpose: 'station', subject: 'CN=CP-7' });
  expect(found?.revoked_at).toBeUndefined();
  const wanted = { serial_number: found?.serial_number, reason: 'key-compromise' };
  const proposalId = await approved(door, 'revoke_certificate', wanted);
  expect((await look())[0]?.revoked_at).toBeUndefined(); // approved is not yet applied
  expect((await apply(door, proposalId)).result).toMatchObject({ serial_number: found?.serial_number });
  expect((await look())[0]?.revoked_at).toBeTypeOf('string');
  await expect(callTool(door, 'revoke_certificate', { serial_number: 'abcd' })).rejects.toThrow(
    /issued no such certificate/,
  );
  expect((await callTool(door, 'list_certificates', { within_days: 400 })).text).toMatch(/expire within 400 days/);
});
