import type {
  ClearDERControlRequest,
  GetDERControlRequest,
  ReportDERControlRequest,
  SetDERControlRequest,
} from 'typed-ocpp/dist/ocpp21/types.js';

type HeldControl = { control: SetDERControlRequest; isSuperseded: boolean };
type Choice = ClearDERControlRequest | GetDERControlRequest;

/** How the station is told to support the grid (OCPP 2.1 block R). */
export class DerControls {
  readonly held = new Map<string, HeldControl>();

  /** Takes a control; those of the same type with a worse priority step back, and are named. */
  set(control: SetDERControlRequest): string[] {
    const worse = [...this.held.values()].filter(
      ({ control: known, isSuperseded }) =>
        known.controlId !== control.controlId &&
        known.controlType === control.controlType &&
        known.isDefault === control.isDefault &&
        priorityOf(known) >= priorityOf(control) &&
        !isSuperseded,
    );
    for (const known of worse) known.isSuperseded = true;
    this.held.set(control.controlId, { control, isSuperseded: false });
    return worse.map(({ control: { controlId } }) => controlId);
  }

  find({ isDefault, controlType, controlId }: Choice): HeldControl[] {
    return [...this.held.values()].filter(
      ({ control }) =>
        (isDefault === undefined || control.isDefault === isDefault) &&
        (controlType === undefined || control.controlType === controlType) &&
        (controlId === undefined || control.controlId === controlId),
    );
  }

  clear(choice: ClearDERControlRequest): string[] {
    const gone = this.find(choice).map(({ control: { controlId } }) => controlId);
    for (const controlId of gone) this.held.delete(controlId);
    return gone;
  }
}

function priorityOf({ curve, enterService, fixedPFAbsorb, fixedPFInject, ...rest }: SetDERControlRequest): number {
  const { fixedVar, freqDroop, gradient, limitMaxDischarge } = rest;
  const part = curve ?? enterService ?? fixedPFAbsorb ?? fixedPFInject;
  return (part ?? fixedVar ?? freqDroop ?? gradient ?? limitMaxDischarge)?.priority ?? 0;
}

/** A control as its report shows it: each kind has a list of its own. */
export function reportOf({ control, isSuperseded }: HeldControl): Omit<ReportDERControlRequest, 'requestId'> {
  const { controlId: id, controlType: curveType, isDefault, curve, enterService, gradient } = control;
  const { fixedPFAbsorb, fixedPFInject, fixedVar, freqDroop, limitMaxDischarge } = control;
  const about = { id, isDefault, isSuperseded };
  if (curve !== undefined) return { curve: [{ ...about, curveType, curve }] };
  if (enterService !== undefined) return { enterService: [{ id, enterService }] };
  if (fixedPFAbsorb !== undefined) return { fixedPFAbsorb: [{ ...about, fixedPF: fixedPFAbsorb }] };
  if (fixedPFInject !== undefined) return { fixedPFInject: [{ ...about, fixedPF: fixedPFInject }] };
  if (fixedVar !== undefined) return { fixedVar: [{ ...about, fixedVar }] };
  if (freqDroop !== undefined) return { freqDroop: [{ ...about, freqDroop }] };
  if (gradient !== undefined) return { gradient: [{ id, gradient }] };
  return limitMaxDischarge === undefined ? {} : { limitMaxDischarge: [{ ...about, limitMaxDischarge }] };
}
