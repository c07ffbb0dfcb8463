/** What a first visit does not need: one file for all of it, fetched when the first part is opened. */

export { default as CardMore } from "./components/library/CardMore.svelte";
export { default as GalleryDialog } from "./components/dialogs/GalleryDialog.svelte";
export { default as Other } from "./components/screens/Other.svelte";
export { default as RulesDrawer } from "./components/library/RulesDrawer.svelte";
