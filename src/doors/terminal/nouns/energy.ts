import type { Command } from 'commander';
import { energyModes, meterKinds, meterModels, seriesKinds } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';

export function addEnergy(program: Command, kit: CommandKit): void {
  const { help, addVerbs, from } = kit;
  const energy = program.command('energy').description(help.energy);
  const [look, plan] = [
    from(() => import('../commands/energy-show.ts')),
    from(() => import('../commands/energy-plan.ts')),
  ];
  const change = from(() => import('../commands/energy-change.ts'));
  const set = from(() => import('../commands/energy-set.ts'));
  const site = { '<site>': help.siteId };
  addVerbs(energy, {
    show: {
      about: help.energyShow,
      args: site,
      options: { '--settings': help.energySettings },
      run: look('energyShow'),
    },
    plan: {
      about: help.energyPlan,
      args: site,
      options: {
        '--hours <number>': help.energyHours,
        '--what-if <limit>': { about: help.energyWhatIf, repeats: 'whole' },
        '--caution <share>': help.energyCaution,
      },
      run: plan('energyPlanShow'),
    },
    apply: { about: help.energyApply, args: site, run: plan('energyApply') },
    limit: {
      about: help.energyLimit,
      args: { ...site, '[node]': help.energyNode, '[limit]': help.energyAmount },
      options: {
        '--until <time>': help.energyUntil,
        '--from <time>': help.energyFrom,
        '--why <text>': help.energyWhy,
        '--remove': help.energyRemoveLimit,
      },
      run: change('energyLimit'),
    },
    need: {
      about: help.energyNeed,
      args: { '<car>': help.energyCar, '[target]': help.energyTarget },
      options: {
        '--by <time>': help.energyBy,
        '--min <energy>': help.energyMin,
        '--priority [number]': help.energyPriority,
        '--capacity <energy>': help.energyCapacity,
        '--arrival <percent>': help.energyArrival,
        '--discharge': help.energyDischarge,
        '--reserve <percent>': help.energyReserve,
        '--evse <number>': help.energyEvse,
        '--remove': help.energyRemoveNeed,
      },
      run: change('energyNeed'),
    },
    set: {
      about: help.energySet,
      args: site,
      options: {
        '--file <file>': { about: help.energyFile, conflicts: ['limit', 'phases', 'maxCurrent', 'voltage'] },
        '--limit <limit>': help.energySiteLimit,
        '--mode <mode>': { about: help.energyMode, choices: energyModes },
        '--phases <number>': { about: help.energyPhases, choices: ['1', '3', 'dc'] },
        '--max-current <amperes>': help.energyMaxA,
        '--voltage <volts>': help.energyVoltage,
        '--caution <share>': help.energyCaution,
        '--discharge': help.energyV2g,
        '--no-discharge': help.energyNoV2g,
      },
      run: set('energySet'),
    },
    unlearn: {
      about: help.energyUnlearn,
      args: { ...site, '<station>': help.stationId },
      run: change('energyUnlearn'),
    },
    remove: { about: help.energyRemove, args: site, run: set('energyRemove') },
  });
  addMeters(energy, kit);
  addPrices(energy, kit);
}

function addMeters(energy: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/energy-meter.ts'));
  const site = { '<site>': help.siteId };
  const meter = { '<meter>': help.energyMeterId };
  addVerbs(energy.command('meter').description(help.energyMeter), {
    list: { about: help.energyMeterList, args: site, run: run('meterList') },
    add: {
      about: help.energyMeterAdd,
      args: { ...site, ...meter },
      options: {
        '--kind <kind>': { about: help.energyMeterKind, choices: meterKinds, isRequired: true },
        '--node <node>': help.energyMeterNode,
        '--source <source>': {
          about: help.energyMeterSource,
          choices: ['push', 'mqtt', 'modbus-tcp', 'forecast'],
          usual: 'push',
        },
        '--name <name>': help.itsName,
        '--topic <topic>': help.energyTopic,
        '--field <path>': help.energyField,
        '--host <address>': help.energyHost,
        '--port <number>': help.energyPort,
        '--model <model>': { about: help.energyModel, choices: meterModels },
        '--max <power>': help.energyMeterMax,
        '--silent <power>': help.energyMeterSilent,
        '--stale-after <seconds>': help.energyStale,
      },
      run: run('meterAdd'),
    },
    push: {
      about: help.energyMeterPush,
      args: { ...site, ...meter, '<power>': help.energyReading },
      run: run('meterPush'),
    },
    remove: { about: help.energyMeterRemove, args: { ...site, ...meter }, run: run('meterRemove') },
  });
}

function addPrices(energy: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/energy-price.ts'));
  const site = { '<site>': help.siteId };
  addVerbs(energy.command('price').description(help.energyPrice), {
    show: { about: help.energyPriceShow, args: site, run: run('priceShow') },
    set: {
      about: help.energyPriceSet,
      args: { ...site, '[per-kwh]': help.energyPerKwh },
      options: {
        '--window <window>': { about: help.energyWindow, repeats: 'whole' },
        '--export <price>': help.energyExport,
        '--demand-charge <price>': help.energyDemand,
        '--import-url <address>': help.energyUrl,
        '--adder <price>': help.energyAdder,
      },
      run: run('priceSet'),
    },
    import: {
      about: help.energyPriceImport,
      args: { ...site, '<file>': help.energyPriceFile },
      options: {
        '--kind <kind>': { about: help.energySeries, choices: seriesKinds, usual: 'import-price' },
        '--per-mwh': help.energyPerMwh,
      },
      run: run('priceImport'),
    },
    remove: {
      about: help.energyPriceRemove,
      args: { ...site, '<kind>': { about: help.energySeries, choices: seriesKinds } },
      run: run('priceRemove'),
    },
  });
}
