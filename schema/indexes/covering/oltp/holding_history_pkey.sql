-- serves: uniqueness, and Trade-Result F2, which adds rows (TR7)
-- plan:   no read on VM3
-- note:   the trade first: rows are added at the end of its broker's, on pages that are in memory and in the log already.
--         With the lot first, each went to a page of its own.
ALTER TABLE holding_history
ADD CONSTRAINT holding_history_pkey PRIMARY KEY (hh_t_id, hh_h_t_id);
