/** Whether fingers are all that points here. */
export const isTouch =
  typeof matchMedia !== "undefined" && matchMedia("(hover: none) and (pointer: coarse)").matches;
