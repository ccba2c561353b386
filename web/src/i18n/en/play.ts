// Moving, entering, deploying, markers.
import type { Messages } from '../message';

export const play = {
  'play.lead': '{name}:',
  'play.wait': 'One moment …',
  'play.name.units': { one: '{n} unit', other: '{n} units' },
  'play.name.with': '{name} with {leader}',

  // what to do now
  'play.idle.click': 'Click a unit or stack to move it; end the phase when you have done.',
  'play.idle.tap': 'Tap a stack to move it, or end the phase.',
  'play.idle.tray.click': {
    one: 'Bring in the unit that waits beside the map, or click a stack to move it.',
    other: 'Bring in the {n} units that wait beside the map, or click a stack to move it.',
  },
  'play.idle.tray.tap': {
    one: 'Bring in the unit that waits in the tray, or tap a stack to move it.',
    other: 'Bring in the {n} units that wait in the tray, or tap a stack to move it.',
  },
  'play.idle.front': {
    one: '{sentence} You may also call a Front division, for {all} German points.',
    other: '{sentence} You may also call up to {n} Front divisions, for {all} German points.',
  },
  'play.idle.duty': 'To do:',
  'play.idle.duty.at': 'To do in {hex}:',
  'play.idle.none': 'No unit can move any more: end the phase.',
  'play.move.click': {
    one: 'click where it should go, or another unit.',
    other: 'click where they should go, or another unit.',
  },
  'play.move.tap': { one: 'tap where it should go.', other: 'tap where they should go.' },
  'play.again.click': 'click {hex} again to go there, or choose another hex.',
  'play.again.tap': 'tap {hex} again to go there, or choose another hex.',
  'play.move.only-overrun': {
    one: 'it cannot leave, but may overrun an enemy beside it.',
    other: 'they cannot leave, but may overrun an enemy beside them.',
  },
  'play.join.click': 'Enter or drag joins the stack in {hex}; a click takes up that stack instead.',
  'play.join.tap': 'join the stack in {hex}?',
  'play.rail.prompt': {
    one: 'choose a station. {n} of 8 trains is still free.',
    other: 'choose a station. {n} of 8 trains are still free.',
  },
  'play.enter.click': {
    one: 'click one of the hexes in gold to bring it in.',
    other: 'click one of the hexes in gold to bring one in.',
  },
  'play.enter.tap': {
    one: 'tap one of the hexes in gold to bring it in.',
    other: 'tap one of the hexes in gold to bring one in.',
  },
  'play.overrun.prompt': 'overrun {hex}? Look at the odds first.',
  'play.cut.prompt': 'Cut the railway at {hex}, or go on.',
  'play.spent': 'This unit has done all it can in this phase.',

  // what bars the way

  // commands
  'play.end': 'End phase',
  'play.move.to': 'Move to {hex}',
  'play.overrun.odds': 'Odds of overrunning {hex}',
  'play.ride.to': 'Ride to {hex}',
  'play.waypoint': 'Waypoint',
  'play.waypoint.not': 'The march ends there: it cannot be a waypoint.',
  'play.by-rail': 'By rail',
  'play.on-foot': 'On foot',
  'play.overrun': 'Overrun {hex}',
  'play.overrun.sure': 'Overrun {hex}: are you sure?',
  'play.cut': 'Cut the railway at {hex}',
  'play.lift': 'Take the cut at {hex} back',
  'play.next': 'Next unit',

  // the panel
  'play.put': 'Put down',
  'play.sub': '{left:half} of {of:half} points left',
  'play.sub.stops': 'stops next to the enemy',
  'play.hand': 'Units in hand',
  'play.in-hand': 'In hand',
  'play.unit.in': 'goes along',
  'play.unit.out': 'stays here',
  'play.unit.spent': 'cannot move any more',
  'play.of': 'of {n}',
  'play.unknown': '?',
  'play.attack': 'attack',
  'play.left.now': 'points now',
  'play.left.after': 'points left',
  'play.route': 'Route to {hex}',
  'play.route.rail': 'By rail to {hex}',
  'play.hexes': { one: '{n} hex', other: '{n} hexes' },
  'play.leg.road': 'Road, {hexes}',
  'play.leg.clear': 'Clear, {hexes}',
  'play.leg.forest': 'Forest, {hexes}',
  'play.leg.swamp': 'Swamp, {hexes}',
  'play.leg.city': 'City, {hexes}',
  'play.leg.river': 'Across a river, {hexes}',
  'play.leg.rail': 'Railway to {hex}',
  'play.leg.stop': 'Stops in an enemy zone of control',
  'play.no-rail': 'Not by rail: {why}',
  'play.tip.left': 'left',
  'play.tip.can': 'left, can overrun',
  'play.tip.stop': 'left, must stop',
  'play.tip.overrun': 'left, overrun {hex}',
  'play.tip.rail': 'of {of} rail points left',

  // spoken
  'play.taken': '{name} in hand, hex {hex}.',
  'play.rode': 'Rode to {hex}.',
  'play.say.walk': 'Can be reached for {n:half}, {left:half} left.',
  'play.say.stop': 'Can be reached for {n:half}, {left:half} left; must stop there.',
  'play.say.ride': 'Can be reached by rail for {n}, {left} left.',
  'play.say.overrun': 'Can be overrun from {hex}.',
  'play.say.place': 'Can be placed here.',

  // the tray
  'play.tray.more': { one: 'One more unit waits to enter', other: '{n} more units wait to enter' },
  'play.tray': 'Waiting to enter',
  'play.held.phase': 'It may enter in the next Initial Movement Phase.',
  'play.held': 'Waiting, cannot enter now',
  'play.tray.wait': { one: 'may enter now', other: '{n} may enter now' },
  'play.tray.see': 'See rule',
  'play.tray.must': 'must enter this turn',
  'play.tray.front': {
    one: 'one more may be called; the German gets {next} VP for it',
    other: 'up to {n} may be called; the German gets {next} VP for the next, {all} for all',
  },
  'play.tray.optional': 'May be called, if you like',
  'play.tray.call': 'Call Front divisions',
  'play.times': '× {n}',
  'play.newcomer.rifle': 'Rifle divisions',
  'play.newcomer.armoured': 'Armoured divisions',
  'play.newcomer.provisional': 'Provisional division',
  'play.newcomer.front': 'South-Western Front',
  'play.newcomer.formation': 'Division',
  'play.newcomer.leader': 'Leader',

  // the end of a phase
  'play.end.units': { one: 'End the phase with {n} unit not moved?', other: 'End the phase with {n} units not moved?' },
  'play.end.coming': { one: 'End the phase with {n} unit outside?', other: 'End the phase with {n} units outside?' },
  'play.end.sure': 'End the phase now?',
  'play.end.crowded': {
    one: 'More than three combat units stand in {hexes}: what is too much is lost.',
    other: 'More than three combat units stand in each of {hexes}: what is too much is lost.',
  },
  'play.end.stay': 'They stay where they are.',
  'play.end.wait': {
    one: '{n} unit could still enter the map.',
    other: '{n} units could still enter the map.',
  },
  'play.end.more': 'and {n} more',
  'play.end.show': 'Show them',

  // set-up
  'play.deploy.prompt': {
    one: 'Pick the last unit beside the map and put it on a hex of its army.',
    other: 'Pick a unit beside the map and put it on a hex of its army: {n} are left.',
  },
  'play.deploy.click': 'click one of the hexes in gold.',
  'play.deploy.tap': 'tap one of the hexes in gold.',
  'play.deploy.ready': 'All units are placed. Look once more, then begin.',
  'play.deploy.placing': 'The rest is being placed …',
  'play.deploy.rest': 'Place the rest for me',
  'play.deploy.done': 'Set-up done',
  'play.deploy.army': 'Army',
  'play.deploy.hexes': '{from} to {to}',
  'play.deploy.help': 'What is hidden stays hidden: only the kind of a division is known. Undo takes a unit back.',

  // markers
  'play.marker.air': {
    one: 'Choose a hex for the last air interdiction marker, or place no more.',
    other: 'Choose hexes for up to {n} air interdiction markers.',
  },
  'play.marker.soviet': 'Choose a hex for the Soviet interdiction marker, or keep it for another turn.',
  'play.marker.done': 'No marker can be placed any more: end the phase.',
  'play.marker.none': 'Place no more',
  'play.marker.keep': 'Keep it',
  'play.marker.left': { one: '{n} marker left', other: '{n} markers left' },
  'play.marker.air.does':
    'Soviet units pay 1 movement point more to enter the hex, trains 4 rail points. The markers come off after the Soviet movement.',
  'play.marker.soviet.does':
    'German units pay 1 movement point more to enter the hex, and no German supply line may enter it. It can be used in three turns of the game.',

  // evacuation
  'play.evacuate': 'Take him off',
  'play.evacuate.none': 'Evacuate nobody',
  'play.evacuate.prompt': 'Choose a surrounded leader to be taken off, or go on.',
  'play.evacuate.sure': 'take him off the map? He comes back later.',
  'play.evacuate.help': 'A leader who is surrounded may be flown out and comes back as a reinforcement.',

  // typed orders
  'play.typed.hex': 'There is no hex “{word}”. A hex has four digits, such as 2216.',
  'play.typed.form': '“{word}” is not complete. Type help to see the forms.',
  'play.typed.ended': 'The phase ends.',
  'play.typed.put': 'Put down.',
  'play.typed.done': 'Done.',
  'play.typed.refused': 'That was refused.',
  'play.typed.nobody': 'None of your units is in {hex}.',
  'play.typed.unknown': 'There is no unit “{word}” in {hex}.',
  'play.typed.there': 'They are in {hex} already.',
  'play.typed.from': 'Say from where: overrun {hex} from 2015.',
  'play.typed.newcomer': '“{word}” does not wait to enter. Those who do: {list}.',
  'play.typed.no-cut': 'There is no railway to cut or mend here now.',
  'play.typed.placed': '{name} is in {place}.',
} as const satisfies Messages;
