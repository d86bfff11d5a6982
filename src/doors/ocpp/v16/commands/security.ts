import { byStatus, lossOf, type Translator } from '../../command.ts';
import type { Messages } from '../messages.generated.ts';

/** The AuthorizationKey is bytes, written as hexadecimal digits: our passwords are such digits already. */
export const changePassword: Translator<Messages, 'change-password'> = (_input, { stationId, charging, call }) =>
  charging.security.changePassword(stationId, async (password) =>
    byStatus(await call('ChangeConfiguration', { key: 'AuthorizationKey', value: password }), [
      'Accepted',
      'RebootRequired',
    ]),
  );

export const setSecurityProfile: Translator<Messages, 'set-security-profile'> = (
  input,
  { stationId, charging, call },
) =>
  charging.security.raiseProfile({ stationId, profile: input.profile }, async () => {
    const response = await call('ChangeConfiguration', { key: 'SecurityProfile', value: String(input.profile) });
    return byStatus(response, ['Accepted', 'RebootRequired'], {
      answer: { needsReset: response.status === 'RebootRequired' },
      losses: lossOf(input, { networkSlots: 'OCPP 1.6 has one connection and no slots for others' }),
    });
  });
