import { SigecError } from '#base/errors.ts';
import { byStatus, type CommandContext, type Translator } from '../../command.ts';
import type { Messages } from '../messages.generated.ts';

/** A01. 2.1 prefers a network profile with its own password, and still takes this one. */
export const changePassword: Translator<Messages, 'change-password'> = (_input, { stationId, charging, call }) =>
  charging.security.changePassword(stationId, (password) =>
    setVariable(call, { component: 'SecurityCtrlr', variable: 'BasicAuthPassword', value: password }),
  );

/** A05: the profile belongs to a network profile; the station uses it once its slot comes first and it has restarted. */
export const setSecurityProfile: Translator<Messages, 'set-security-profile'> = (
  { profile, networkSlots },
  { stationId, charging, call },
) => {
  if (networkSlots === undefined) {
    throw new SigecError(
      'INVALID_INPUT',
      'networkSlots is missing: OCPP 2.x takes the security profile from the network profile it uses. Set one, then name its slot.',
    );
  }
  const value = networkSlots.join(',');
  return charging.security.raiseProfile({ stationId, profile }, async () => {
    const outcome = await setVariable(call, {
      component: 'OCPPCommCtrlr',
      variable: 'NetworkConfigurationPriority',
      value,
    });
    return { ...outcome, answer: { needsReset: true } };
  });
};

async function setVariable(
  call: CommandContext<Messages>['call'],
  { component, variable, value }: { component: string; variable: string; value: string },
) {
  const { setVariableResult } = await call('SetVariables', {
    setVariableData: [{ component: { name: component }, variable: { name: variable }, attributeValue: value }],
  });
  const [result] = setVariableResult;
  const { attributeStatus: status = 'Rejected', attributeStatusInfo: statusInfo } = result ?? {};
  return byStatus({ status, statusInfo }, ['Accepted', 'RebootRequired']);
}
