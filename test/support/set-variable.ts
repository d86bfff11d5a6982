import { expect } from 'vitest';
import type { VariableView } from '../../src/contract/stations/variables.ts';
import type { UseCase } from './use-case.ts';

/** Sets a variable of the device model; `key` is what OCPP 1.6 calls it. The station takes it, and REST shows it. */
export async function setVariable(
  { version, station, command, view }: UseCase,
  { name, key, value }: { name: string; key?: string; value: string },
): Promise<void> {
  const running = command('set-variables', { variables: [{ name, value }] });
  if (version === '1.6') {
    expect(await station.answer('ChangeConfiguration', { status: 'Accepted' })).toEqual({ key, value });
  } else {
    const [component = '', variable = ''] = name.split('.');
    const place = { component: { name: component }, variable: { name: variable } };
    await station.answer('SetVariables', { setVariableResult: [{ ...place, attributeStatus: 'Accepted' }] });
  }
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  const { variables } = await view<VariableView>(`variables?name=${encodeURIComponent(name)}`);
  expect(variables).toMatchObject([{ attributes: [{ value }] }]);
}
