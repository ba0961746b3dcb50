CREATE INDEX trade_request_by_symbol
ON trade_request (tr_s_symb);
