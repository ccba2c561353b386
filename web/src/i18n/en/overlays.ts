// Overlays: the name, what is seen, and the words of the legend.
export const overlays = {
  'overlay.german': 'German',
  'overlay.soviet': 'Soviet',

  'overlay.zones': 'Zones of control',
  'overlay.zones.note': 'German hatched up, Soviet hatched down; both make a lattice',

  'overlay.supply': 'Supply',
  'overlay.supply.note': 'live road, each unit’s line to it, dotted where it is cut',
  'overlay.supply.road': 'live road',
  'overlay.supply.trace': 'supply line',
  'overlay.supply.cut': 'out of supply',
  'overlay.supply.out': '{side} out of supply: {n}',

  'overlay.command': 'Command',
  'overlay.command.note': 'reach of every Soviet leader, rating in the star',
  'overlay.command.legend': 'command radius',

  'overlay.strength': 'Strength',
  'overlay.strength.note': 'attack and defence of every stack, as far as anybody has seen it',
  'overlay.strength.known': 'attack-defence',
  'overlay.strength.partly': 'and more, not yet seen',
  'overlay.strength.unseen': 'nothing seen yet',

  'overlay.reach': 'Reach',
  'overlay.reach.note': 'how far the stack under the pointer, or the one you picked, can go',
  'overlay.reach.legend': 'can reach',
  'overlay.reach.stop': 'must stop',

  'overlay.objectives': 'Objectives',
  'overlay.objectives.note': 'square flag German, swallow-tail Soviet, points on the cloth',

  'overlay.rail': 'Railways',
  'overlay.rail.note': 'the net with its cuts and what a ride costs',
  'overlay.rail.legend': 'railway',
  'overlay.rail.cut': 'cut',

  'overlay.trails': 'Last moves',
  'overlay.trails.note': 'German solid, Soviet dashed',

  'overlay.arrivals': 'Arrivals',
  'overlay.arrivals.note': 'where reinforcements may enter this turn and the next, and how many units',
  'overlay.arrivals.now': 'units this turn',
  'overlay.arrivals.next': 'units next turn',
} as const;
