-- serves: Trade-Order F3, Trade-Result F2, the foreign key to HOLDING_SUMMARY (TOs1, TO10, TRs1, TR6)
-- plan:   Index Scan, backward for LIFO
-- note:   h_t_id ends the order, so that lots need no sort. Without h_qty: Trade-Result changes it, and the update shall
--         stay HOT. The row is read for it, so the index includes nothing else of it.
CREATE INDEX holding_by_position
ON holding (h_ca_id, h_s_symb, h_dts, h_t_id);
