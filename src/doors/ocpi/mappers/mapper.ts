import type { OcpiVersion } from '#roaming/model/versions.ts';
import { fromWireNames, toWireNames } from './field-names.ts';
import { v221 } from './v221.ts';
import { v230 } from './v230.ts';

/** What a version says in another way than our model does; names of fields are the same for all of them. */
export type Mapper = { fromWire(value: unknown): unknown; toWire(value: unknown): unknown };

const mappers: Record<OcpiVersion, Mapper> = { '2.3.0': v230, '2.2.1': v221 };

export function toWire(version: OcpiVersion, model: unknown): unknown {
  return toWireNames(mappers[version].toWire(model));
}

export function fromWire(version: OcpiVersion, wire: unknown): unknown {
  return mappers[version].fromWire(fromWireNames(wire));
}
